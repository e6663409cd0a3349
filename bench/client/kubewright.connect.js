/** A Kubewright client for the bench server. */
import { createClient, defineConnection } from '@kubewright/client'

export function connect(options) {
  const connection = defineConnection({
    server: process.env.BENCH_SERVER,
    ca: process.env.BENCH_CA,
    token: 'bench-token',
  })
  return createClient(connection, options)
}
