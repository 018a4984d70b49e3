"""The picture protocol (Supabase Storage): files by path, and resized versions of them.

`site` uses `Media` and `DerivedFiles` for share cards, and `resize` to cut photographs. Nothing here knows accounts or
the database.
"""
