/** How a program reaches the server of this benchmark. */
import { createClient } from '@kubewright/client'

export function connection() {
  const { url, ca, token } = JSON.parse(process.env.BENCH_ENDPOINT)
  return { server: url, ca, token }
}

export function connect(options) {
  return createClient(connection(), options)
}
