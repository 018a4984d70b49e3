"""What a browser sees: paints, presses, shifts and bytes of pages, beside a reference."""
