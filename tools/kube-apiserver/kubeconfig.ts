/** A kubeconfig for one server and one user, whom a token names. */
import { stringify } from 'yaml'

/** How to reach a server and who to be there. */
export interface Access {
  /** `https://127.0.0.1:6443` */
  readonly url: string
  /** The certificate authority of the server, in PEM. */
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
