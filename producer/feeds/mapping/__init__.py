"""Maps: which file or table name is which table, which hand which deal, who is who."""
