import type { DeepReadonly } from './deep-readonly.ts'

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
