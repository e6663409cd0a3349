/** The service variables of containers, as kubelets set them. Pure. */
import type { Service } from '@kubewright/kubernetes/core/v1'

/** The address of a service port on this machine, if any. */
export type ServiceDoor = (
  service: Service,
  port: number,
) => { readonly host: string; readonly port: number } | undefined

export function serviceVariables(services: readonly Service[], doorOf: ServiceDoor): ReadonlyMap<string, string> {
  return new Map(services.flatMap((service) => variablesOf(service, doorOf)))
}

function variablesOf(service: Service, doorOf: ServiceDoor): readonly (readonly [string, string])[] {
  const prefix = service.metadata.name.toUpperCase().replaceAll('-', '_')
  const doors = (service.spec?.ports ?? []).flatMap((port) => {
    const door = doorOf(service, port.port)
    return door === undefined ? [] : [{ ...port, door }]
  })
  const [first] = doors
  if (first === undefined) return []
  const urlOf = (door: { host: string; port: number }) => `tcp://${door.host}:${door.port}`
  return [
    [`${prefix}_SERVICE_HOST`, first.door.host],
    [`${prefix}_SERVICE_PORT`, String(first.door.port)],
    [`${prefix}_PORT`, urlOf(first.door)],
    ...doors.flatMap(({ name, port, door }): (readonly [string, string])[] => {
      const own = `${prefix}_PORT_${port}_TCP`
      const named = name === undefined || name === '' ? [] : [name.toUpperCase().replaceAll('-', '_')]
      return [
        ...named.map((word) => [`${prefix}_SERVICE_PORT_${word}`, String(door.port)] as const),
        [own, urlOf(door)],
        [`${own}_PROTO`, 'tcp'],
        [`${own}_PORT`, String(door.port)],
        [`${own}_ADDR`, door.host],
      ]
    }),
  ]
}
