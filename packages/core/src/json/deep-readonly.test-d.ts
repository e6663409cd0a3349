import type { AlreadyReadonly, DeepReadonly } from './deep-readonly.ts'

interface Site {
  spec: { ports: { port: number }[]; render: (page: string) => string }
  labels?: Record<string, string>
}

declare const site: DeepReadonly<Site>

const port: number | undefined = site.spec.ports[0]?.port
const page: string = site.spec.render('home')
export const used = [port, page]

// @ts-expect-error members are read-only
site.spec = { ports: [], render: String }

// @ts-expect-error all the way down
site.spec.ports[0]!.port = 80

// @ts-expect-error lists too
site.spec.ports.push({ port: 80 })

// @ts-expect-error and maps
site.labels!['app'] = 'web'

// Text with suggestions (`'In' | (string & {})`) stays text, and branded values are unchanged.
declare const open: DeepReadonly<{ operator: 'In' | (string & {}); size: number & { readonly '~unit'?: 'MiB' } }>
export const operator: 'In' | (string & {}) = open.operator
export const size: number = open.size

// A read-only type keeps its name at any position.
interface Frozen {
  readonly list: readonly { readonly a: number }[]
}
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
export const isKept: Equal<DeepReadonly<{ a: AlreadyReadonly<Frozen>[] }>['a'][number], Frozen> = true
export const fitsPlain: AlreadyReadonly<Frozen> = { list: [{ a: 1 }] }
export const isWalked: Equal<DeepReadonly<Record<symbol, { a: 1 }>>[symbol], { readonly a: 1 }> = true
