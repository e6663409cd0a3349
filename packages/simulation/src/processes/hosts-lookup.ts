/** Resolves service names in programs that run as pods of a simulation. */
import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { readFile } from 'node:fs'
import type { LookupFunction } from 'node:net'

/**
 * A `lookup` for `net.connect`, `http.request` and the like that resolves the services of the simulation, like the DNS of a
 * cluster would: `redis`, `redis.default`, `redis.default.svc.cluster.local`. Everything else is resolved by the system.
 *
 * @param file the hosts file; every process of a simulation has its path in `KUBEWRIGHT_HOSTS`
 *
 * @example
 * ```text
 * net.connect({ host: 'redis', port: 6379, lookup: serviceLookup() })
 * ```
 */
export function serviceLookup(file: string | undefined = process.env['KUBEWRIGHT_HOSTS']): LookupFunction {
  return (hostname, options, callback) => {
    if (file === undefined) return systemLookup(hostname, options as LookupOptions, callback as never)
    readFile(file, 'utf8', (error, text) => {
      const addresses = error === null ? addressesOf(text, hostname) : []
      const [first] = addresses
      if (first === undefined) return systemLookup(hostname, options as LookupOptions, callback as never)
      const isAll = typeof options === 'object' && options.all === true
      if (isAll)
        return callback(
          null,
          addresses.map((address): LookupAddress => ({ address, family: 4 })),
        )
      callback(null, first, 4)
    })
  }
}

export function addressesOf(hosts: string, name: string): readonly string[] {
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.split(/\s+/)
    return names.includes(name) ? [address] : []
  })
}
