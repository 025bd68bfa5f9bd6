"""The shapes that go out, a noun a module: how things are shown, and what the OpenAPI document says of them."""
