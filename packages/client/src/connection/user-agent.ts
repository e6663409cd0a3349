/** The User-Agent header, which appears in the server's audit log. */

/** The version of this package. A constant, not read from `package.json`, so that bundlers keep it; a test compares them. */
export const clientVersion = '0.1.0'

export function userAgent(): string {
  return `kubewright/${clientVersion} (node ${process.versions.node}; ${process.platform}/${process.arch})`
}
