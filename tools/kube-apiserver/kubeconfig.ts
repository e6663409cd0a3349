/** A kubeconfig for one server and one user, authenticated by a token. */
import { stringify } from 'yaml'

/** The address and credentials of a server. */
export interface Access {
  /** `https://127.0.0.1:6443` */
  readonly url: string
  /** The server's CA, in PEM. */
  readonly ca: string
  readonly token: string
}

export function formatKubeconfig({ url, ca, token }: Access, name = 'kubewright'): string {
  const authority = Buffer.from(ca).toString('base64')
  return stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: { server: url, 'certificate-authority-data': authority } }],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  })
}
