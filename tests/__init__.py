"""Edgewise's tests; the folders mirror the code, and golden/, browser/ and load/ stand beside them."""
