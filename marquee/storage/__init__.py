"""The picture protocol (Supabase Storage): pictures that people upload, and other versions of them.

`site` uses `Media` and `DerivedFiles` for share cards, and `resize` to cut photographs. Who asks is known from `Actor`,
as in `rest`; accounts are not known here.
"""
