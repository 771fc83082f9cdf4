"""boardkit's own games, one package each; the registry finds them by their folder."""
