"""What a browser sees: paints, presses, shifts and bytes of pages, beside the original design."""
