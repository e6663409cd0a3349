/** The errors of the cache. */
import { defineErrors } from '@kubewright/core/errors'

/** The factory and registry of the errors of the cache, by code. */
export const cacheErrors = defineErrors({
  KW_CACHE_NOT_FOLLOWED: {
    summary: 'The cache does not watch this kind.',
    cause:
      'No controller of this process owns, watches or reconciles the kind, or only in another namespace or with a selector.',
    remedy:
      'Add the kind to `owns` or `watches` of the controller, open a source with `cache.source(Kind)`, or read from the server with `client.get`.',
  },
  KW_CACHE_NOT_SYNCED: {
    summary: 'The cache of this kind has not synced yet.',
    cause: 'The first list has not finished, or it fails; the message has the last error.',
    remedy:
      'Await `synced()` of the source before you read. If the list fails, check the permissions and that the CRD is installed.',
  },
  KW_CACHE_INDEX: {
    summary: 'The cache has no such index.',
    cause: 'The index was neither declared with the controller nor added to the source before it was used.',
    remedy: 'Declare it in `indexes`, or add it with `addIndex`.',
  },
  KW_CACHE_INDEX_FAILED: {
    summary: 'An index function threw. The object is missing from that index.',
    cause: 'The function reads a field that the object does not have.',
    remedy: 'Return undefined from the index function for objects that do not belong in the index.',
  },
  KW_CACHE_TRANSFORM: {
    summary: 'A transform threw, returned no object, or changed the identity of one.',
    cause:
      'It reads a field that an object does not have, or changes name, namespace, uid or resourceVersion, which identify an object.',
    remedy:
      'Accept every object of the kind, and return it with these four fields unchanged. Until then its watch fails.',
  },
  KW_CACHE_OPTIONS: {
    summary: 'The kind is already watched with other options.',
    cause: 'Two parts of the program share one source of a kind and pass different options.',
    remedy:
      'Pass the same options in both places, including the same functions, or use different namespaces or selectors.',
  },
  KW_CACHE_UNKNOWN_OPTION: {
    summary: 'The cache, or one of its functions, has no option of that name.',
    cause: 'The name is misspelt. The compiler reports the same.',
    remedy: 'Use the name that the message suggests, for example `cache.list(Website, { namespace: "web" })`.',
  },
  KW_CACHE_CLOSED: {
    summary: 'The cache, or the handle on a source, has been disposed.',
    cause: 'It was disposed while another part of the program still used it.',
    remedy: 'Dispose the cache after every part that uses it.',
  },
})
