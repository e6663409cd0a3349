/** The policy of the page lets no text become a script by itself; the workers of the page are named here. */

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

/** @returns what `new Worker` takes; a string where the browser knows no trusted types */
export function ownScript(url: (typeof own)[number]): unknown {
  return policy?.createScriptURL(url) ?? url
}
