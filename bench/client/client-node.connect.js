/** A client-node KubeConfig for the bench server. */
import { KubeConfig } from '@kubernetes/client-node'

export function connect() {
  const config = new KubeConfig()
  config.loadFromOptions({
    clusters: [
      { name: 'bench', server: process.env.BENCH_SERVER, caData: Buffer.from(process.env.BENCH_CA).toString('base64') },
    ],
    users: [{ name: 'bench', token: 'bench-token' }],
    contexts: [{ name: 'bench', cluster: 'bench', user: 'bench' }],
    currentContext: 'bench',
  })
  return config
}
