/**
 * undici, loaded with the first request: it takes a tenth of a second and 20 MB, which programs that use an embedded server or only read
 * a kubeconfig should not pay.
 */

export type Undici = typeof import('undici')

/** Cached, because importing a loaded module again costs some 15 µs per request, and far more under a loader. */
let loading: Promise<Undici> | undefined

export function loadUndici(): Promise<Undici> {
  loading ??= import('undici')
  return loading
}
