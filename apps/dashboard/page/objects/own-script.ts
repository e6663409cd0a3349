/** Trusted Types: the page's policy blocks script URLs from text. This module allows the page's own workers. */

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown }
}

const own = ['/layout-worker.js', '/protocol-worker.js'] as const

const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('kubewright', {
  createScriptURL(url) {
    if (!own.some((one) => one === url)) throw new Error(`${url} is no script of this page`)
    return url
  },
})

/** @returns an argument for `new Worker`: a plain string if the browser does not support Trusted Types */
export function ownScript(url: (typeof own)[number]): unknown {
  return policy?.createScriptURL(url) ?? url
}
