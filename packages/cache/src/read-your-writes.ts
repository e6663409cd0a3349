/** A client whose writes the cache knows of at once. */
import type { Client } from '@kubewright/client'
import type { Cache } from './cache.ts'

/** Everything `client` does, and `cache.wrote` or `cache.removed` with what each write returned, before the caller sees it. */
export declare function readYourWrites(client: Client, cache: Pick<Cache, 'wrote' | 'removed'>): Client
