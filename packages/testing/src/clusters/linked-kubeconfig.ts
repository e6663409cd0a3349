/** Kubeconfigs that point from one cluster of a test to another. Their addresses are valid only within the test. */
import { testingErrors } from '../errors.ts'

interface Way {
  readonly from: string
  readonly to: string
  /** The impersonated user. @default the administrator */
  readonly as?: string | undefined
}

const domain = 'clusters.test'

export function kubeconfigFor({ from, to, as }: Way): string {
  const cluster = { server: `https://${to}.from.${from}.${domain}` }
  const user = { token: 'of-a-test', ...(as === undefined ? {} : { as }) }
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': to,
    contexts: [{ name: to, context: { cluster: to, user: from } }],
    clusters: [{ name: to, cluster }],
    users: [{ name: from, user }],
  })
}

/** Failure: `KW_TESTING_CLUSTER` for any other address. */
export function parseAddress(server: string): Way {
  const { hostname } = new URL(server)
  const match = /^(.+)\.from\.(.+)\.clusters\.test$/.exec(hostname)
  if (match !== null) return { to: match[1]!, from: match[2]! }
  throw testingErrors('KW_TESTING_CLUSTER', {
    what: `connect to ${hostname}`,
    why: 'it is not the address of a cluster of this test',
    next: 'Use what `clusters.kubeconfig(from, to)` returns.',
  })
}
