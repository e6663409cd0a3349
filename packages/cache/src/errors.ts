/** Every error of the cache. */
import { defineErrors } from '@kubewright/core'

export const cacheErrors = defineErrors({
  KW_CACHE_NOT_FOLLOWED: {
    summary: 'Nothing follows the kind, so the cache knows nothing of it.',
    cause:
      'No controller in this process owns, watches or is for the kind, or only in another namespace or with a selector.',
    remedy: 'Declare it in `owns` or `watches`, hold a source of it, or ask the server with the client.',
  },
  KW_CACHE_NOT_SYNCED: {
    summary: 'The cache has not heard everything of the kind yet.',
    cause: 'The first list is still under way, or it fails: the message says why.',
    remedy: 'Await `synced()` of the source first; see to what makes it fail.',
  },
  KW_CACHE_INDEX: {
    summary: 'The index is not kept.',
    cause: 'It was not declared with the controller or added to the source before it was asked.',
    remedy: 'Declare it in `indexes`, or add it with `addIndex`.',
  },
  KW_CACHE_INDEX_FAILED: {
    summary: 'The function of an index threw; the object is not found by that index.',
    cause: 'It expects a field that the object does not have.',
    remedy: 'Let it return undefined for objects that do not belong in the index.',
  },
  KW_CACHE_TRANSFORM: {
    summary: 'A transform threw, or changed what identifies an object.',
    cause:
      'Name, namespace, uid and resourceVersion are how the cache knows which object it holds, and in which state.',
    remedy: 'Return the object with these fields as they are.',
  },
  KW_CACHE_OPTIONS: {
    summary: 'The kind is already followed in another way.',
    cause: 'Two parts of the program share one source of a kind and ask for different options.',
    remedy: 'Give both the same options, the same function included, or follow different scopes.',
  },
  KW_CACHE_CLOSED: {
    summary: 'The cache, or the hold on the source, has been disposed.',
    cause: 'It was disposed while something still used it.',
    remedy: 'Dispose it after everything that uses it.',
  },
})
