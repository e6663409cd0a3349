/** Writes the kubeconfig with which kubectl and other clients connect to the server. */
import { writeYaml } from './codec/yaml-writer.ts'

export interface KubeconfigParts {
  readonly url: string
  /** PEM */
  readonly authority: string
  readonly token: string
}

const name = 'kubewright'

export function kubeconfigOf({ url, authority, token }: KubeconfigParts): string {
  return writeYaml({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name, cluster: { server: url, 'certificate-authority-data': Buffer.from(authority).toString('base64') } },
    ],
    users: [{ name, user: { token } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  })
}
