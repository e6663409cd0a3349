/**
 * undici, loaded when the first request is sent: it takes a tenth of a second and 20 MB, which nobody should pay who
 * talks to an embedded server or only reads a kubeconfig.
 */

export type Undici = typeof import('undici')

/** Kept, because importing a loaded module again is not free: some 15 µs a request, and far more under a loader. */
let loading: Promise<Undici> | undefined

export function loadUndici(): Promise<Undici> {
  loading ??= import('undici')
  return loading
}
