"""What a browser sees: paints, interactions, shifts and bytes of pages, beside a reference."""
