"""Bang! told to people and programs: positions, actions, events, stories and logs."""
