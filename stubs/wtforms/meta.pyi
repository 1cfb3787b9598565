class DefaultMeta:
    csrf: bool
    locales: object
    cache_translations: bool
    def get_translations(self, form: object) -> object: ...
