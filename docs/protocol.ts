// The messages of Standoff, version 1. Made by scripts/protocol.py.

export const VERSION = 1;
/** What a viewer sees; docs/views.md has the fields of each game. */
export type View = Record<string, unknown>;

export type Code = "bad_message" | "bad_protocol" | "bad_request" | "no_token" | "name_taken" | "not_found" | "seat_taken" | "not_seated" | "not_started" | "game_over" | "not_your_decision" | "stale_decision" | "too_late" | "illegal_action" | "not_allowed" | "moved" | "too_many" | "not_stored" | "closing" | "server_fault";

export type Kind = "open" | "person" | "bot" | "agent";

export type Stage = "waiting" | "playing" | "over" | "closed";

export type Phrase = "hello" | "thanks" | "well played" | "sorry" | "one moment, please" | "it is your turn" | "good game";

export type Want = "observation";

/** A seat as everybody sees it. */
export interface SeatStatus {
  seat: number;
  kind: Kind;
  /** Of the player; null while the seat is open. */
  name: string | null;
  /** Whether the player is connected; agents always are. */
  is_here: boolean;
  /** The agent that plays for a player who is away or has left. */
  stand_in: string | null;
}

/** What an action code means. */
export interface Choice {
  /** The number that `act` returns. */
  code: number;
  /** What a person writes for it. */
  text: string;
  /** The verb: `play`, `answer`, `pass`, ... */
  kind: string;
  /** The card that is played, taken or discarded. */
  card: string | null;
  /** The seat that the action names. */
  target: number | null;
  /** The card of the target, `?` for a card of a hidden hand. */
  target_card: string | null;
  /** Whether the action demands a card that nobody else has seen. */
  unseen: boolean;
}

/** Something that a viewer sees happen. Fields that its kind does not need are empty. */
export interface Event {
  /** What happens: `play`, `draw`, `life`, ...; each game has its own kinds. */
  kind: string;
  /** A sentence that tells the event to anybody. */
  text: string;
  /** The seat that does it, or that it happens to. */
  seat?: number | null;
  /** The seat that it is done to. */
  target?: number | null;
  /** The cards that move or are shown, `?` for each card that the viewer does not know. */
  cards?: string[];
  /** Where the cards come from, such as `deck` or `hand`. */
  origin?: string;
  /** The seat whose hand or table they come from. */
  origin_seat?: number | null;
  /** Where the cards go. */
  place?: string;
  /** The seat whose hand or table they go to. */
  place_seat?: number | null;
  /** A number, such as the lives that are left. */
  value?: number | null;
  /** A name, such as the role that is shown. */
  word?: string;
  /** The cards that come into the viewer's own hand and that others have seen. */
  seen?: string[];
}

/** How the game ended for one seat. */
export interface SeatOutcome {
  seat: number;
  rank: number;
  score: number;
  result: string;
}

/** The first message of a connection: who is there. */
export interface Hello {
  type: "hello";
  /** The version of the protocol, 1. */
  protocol: number;
  /** Of a player who is known already. */
  token?: string | null;
  /** The name of a new player; `welcome` brings the token. */
  name?: string | null;
  /** Whether the new player is a program; ignored with a token. */
  is_bot?: boolean;
  /** What the client wants to be sent in addition. */
  wants?: Want[];
}

/** Sits down at a table, or comes back to the own seat. The answer is `table`, or the tail. */
export interface Sit {
  type: "sit";
  table: string;
  /** The wanted seat; null for any. */
  seat?: number | null;
  /** The number of the last update that the client has; null asks for the whole table. */
  seen?: number | null;
}

/** Watches a table. The answer is `table`, or the tail. */
export interface Watch {
  type: "watch";
  table: string;
  /** The number of the last update that the client has; null asks for the whole table. */
  seen?: number | null;
}

/** Answers a decision. The same answer twice is acknowledged twice and made once. */
export interface Act {
  type: "act";
  /** The `id` of the decision. */
  decision: number;
  /** The code of a legal action, or its text. */
  action: number | string;
}

/** Leaves the table: what happens then is a setting of the table. */
export interface Leave {
  type: "leave";
}

/** Says a phrase to all at the table. */
export interface Say {
  type: "say";
  phrase: Phrase;
}

/** Steers a table of agents; only its owner may. */
export interface Control {
  type: "control";
  /** How long every move takes from now on; null leaves it. */
  pace_ms?: number | null;
  /** Whether the game stands still; null leaves it. */
  is_paused?: boolean | null;
  /** How many moves a paused game makes. */
  steps?: number;
}

/** Asks for a sign of life. */
export interface Ping {
  type: "ping";
}

/** Answers `hello`. */
export interface Welcome {
  type: "welcome";
  protocol: number;
  /** The version of Standoff. */
  server: string;
  /** The player's name; null for somebody who only watches. */
  name: string | null;
  /** The token of a new player: keep it secret, it is not told again. */
  token: string | null;
  /** The longest message that the client may send. */
  max_bytes: number;
}

/** Everything that a recipient needs to begin or to go on. */
export interface TableStatus {
  type: "table";
  table: string;
  stage: Stage;
  /** How many updates the recipient's stream has had. */
  seq: number;
  game: string;
  /** The version of the rules. */
  version: number;
  options: Record<string, number | string>;
  seats: SeatStatus[];
  /** The recipient's seat, null for a spectator. */
  seat: number | null;
  /** Whether the recipient opened the table. */
  is_owner: boolean;
  /** The time for every decision; null at a table without clocks. */
  budget_ms: number | null;
  /** The time that each seat has left beyond its budgets; empty without clocks. */
  banks_ms: number[];
  /** How long every move of an agent takes, whatever its cards are. */
  pace_ms: number;
  is_paused: boolean;
  /** What the recipient has seen happen so far. */
  history: Event[];
  /** What the recipient sees now; null before the game. */
  view: View | null;
  /** The record behind the view in base64, if `hello` wants it. */
  observation: string | null;
}

/** Somebody sat down, left, dropped or came back. */
export interface Seats {
  type: "seats";
  seats: SeatStatus[];
}

/** What happened, and how the table looks now. */
export interface Update {
  type: "update";
  /** The number of this update in the recipient's own stream, from 1. */
  seq: number;
  events: Event[];
  view: View;
  /** The record behind the view, if `hello` wants it; in a tail only the last update has it. */
  observation: string | null;
}

/** The recipient is asked for an action. */
export interface Decision {
  type: "decision";
  id: number;
  /** The legal actions, ascending by code. */
  actions: Choice[];
  /** The time left for this decision before the bank is used; null without a clock. */
  budget_ms: number | null;
  bank_ms: number | null;
  /** The record behind the view in base64, if `hello` wants it. */
  observation: string | null;
}

/** The action is made and stored. */
export interface Ack {
  type: "ack";
  decision: number;
  elapsed_ms: number;
  bank_ms: number | null;
}

/** A message was refused, and nothing has changed. */
export interface Error {
  type: "error";
  code: Code;
  text: string;
  /** The decision that the refused message answers. */
  decision: number | null;
}

/** The game has ended. */
export interface Over {
  type: "over";
  /** Empty if the table was closed before the end. */
  outcome: SeatOutcome[];
  /** `the game is over`, or why the table was closed. */
  reason: string;
}

/** Somebody at the table says a phrase. */
export interface Said {
  type: "said";
  name: string;
  /** Null for a spectator. */
  seat: number | null;
  phrase: Phrase;
}

/** The owner of a table of agents has changed its pace. */
export interface Pace {
  type: "pace";
  pace_ms: number;
  is_paused: boolean;
}

/** The server is being shut down; every table goes on when it is back. */
export interface Closing {
  type: "closing";
  text: string;
}

/** Answers a ping. */
export interface Pong {
  type: "pong";
}

export type FromClient = Hello | Sit | Watch | Act | Leave | Say | Control | Ping;
export type FromServer = Welcome | TableStatus | Seats | Update | Decision | Ack | Error | Over | Said | Pace | Closing | Pong;
