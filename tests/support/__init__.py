"""What tests lean on: real servers, real processes, a real browser. No rules of the house."""
