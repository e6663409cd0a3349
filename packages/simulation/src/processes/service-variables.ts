/** The service variables of containers, as kubelets set them. Pure. */
import type { Service } from '@kubewright/kubernetes/core/v1'

/** The address of a service port on this machine, if any. */
export type ServiceAddressOf = (
  service: Service,
  port: number,
) => { readonly host: string; readonly port: number } | undefined

export function serviceVariables(
  services: readonly Service[],
  addressOf: ServiceAddressOf,
): ReadonlyMap<string, string> {
  return new Map(services.flatMap((service) => variablesOf(service, addressOf)))
}

function variablesOf(service: Service, addressOf: ServiceAddressOf): readonly (readonly [string, string])[] {
  const prefix = service.metadata.name.toUpperCase().replaceAll('-', '_')
  const reachable = (service.spec?.ports ?? []).flatMap((port) => {
    const address = addressOf(service, port.port)
    return address === undefined ? [] : [{ ...port, address }]
  })
  const [first] = reachable
  if (first === undefined) return []
  const urlOf = (address: { host: string; port: number }) => `tcp://${address.host}:${address.port}`
  return [
    [`${prefix}_SERVICE_HOST`, first.address.host],
    [`${prefix}_SERVICE_PORT`, String(first.address.port)],
    [`${prefix}_PORT`, urlOf(first.address)],
    ...reachable.flatMap(({ name, port, address }): (readonly [string, string])[] => {
      const own = `${prefix}_PORT_${port}_TCP`
      const named = name === undefined || name === '' ? [] : [name.toUpperCase().replaceAll('-', '_')]
      return [
        ...named.map((word) => [`${prefix}_SERVICE_PORT_${word}`, String(address.port)] as const),
        [own, urlOf(address)],
        [`${own}_PROTO`, 'tcp'],
        [`${own}_PORT`, String(address.port)],
        [`${own}_ADDR`, address.host],
      ]
    }),
  ]
}
