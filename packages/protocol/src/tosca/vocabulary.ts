/** The names of TOSCA 1.0, of its management protocols, and of our extensions. */
import { documentError } from './document-error.ts'
import type { Element } from './xml.ts'

export const namespaces = {
  tosca: 'http://docs.oasis-open.org/tosca/ns/2011/12',
  protocol: 'http://di.unipi.it/~soldani/mprot',
  /** Costs, controllability, replicas and hard recovery, which the others lack. */
  kubewright: 'urn:kubewright:protocol:1',
} as const

/** Interfaces that are omitted from operation names: the default one, and that of crashes. */
export const interfaces = { usual: 'Lifecycle', crash: 'Special' } as const

export function ours(name: string): string {
  return `{${namespaces.kubewright}}${name}`
}

/** The children of `element` with this name, in the namespace of TOSCA or of protocols. */
export function childrenOf(element: Element | undefined, name: string): readonly Element[] {
  const known: readonly string[] = [namespaces.tosca, namespaces.protocol]
  return element?.children.filter((child) => child.name === name && known.includes(child.namespace)) ?? []
}

export function childOf(element: Element | undefined, name: string): Element | undefined {
  return childrenOf(element, name)[0]
}

export function attributeOf(element: Element, name: string, place: string): string {
  const value = element.attributes.get(name)
  if (value !== undefined && value !== '') return value
  throw documentError(place, `a ${element.name} has no attribute ${name}`)
}

/** Resolves a prefixed name to its namespace. */
export function qualified(element: Element, name: string, fallback: string): string {
  const colon = name.indexOf(':')
  const declared = element.namespaceOf(colon < 0 ? '' : name.slice(0, colon))
  // An undeclared prefix resolves to the namespace of the document, and so does a name without a prefix where the default namespace is that
  // of
  // TOSCA, which holds no types.
  const namespace = colon < 0 && declared === namespaces.tosca ? undefined : declared
  return `{${namespace ?? fallback}}${name.slice(colon + 1)}`
}
