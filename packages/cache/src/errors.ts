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
  KW_CACHE_CLOSED: {
    summary: 'The cache has been closed.',
    cause: 'It was disposed while something still used it.',
    remedy: 'Dispose the cache after everything that reads it.',
  },
})
