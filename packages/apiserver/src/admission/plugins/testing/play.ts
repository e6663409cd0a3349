/** A sequence of requests, each with the parts of its answer to record. */

export interface PlayStep {
  readonly name: string
  readonly path: string
  /** @default 'GET' */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** User to impersonate instead of the administrator. */
  readonly as?: string
  /** Fields of the returned object to record: `spec.tolerations`. @default none, only that it succeeded */
  readonly shows?: readonly string[]
  /** Whether a real server needs a moment before the next steps see the effect. */
  readonly settles?: boolean
}

type Options = Omit<PlayStep, 'name' | 'path' | 'method' | 'body'>

const typed = (contentType: string) => ({ 'content-type': contentType })

export const get = (name: string, path: string, ...shows: readonly string[]): PlayStep => ({ name, path, shows })

export const post = (name: string, path: string, body: unknown, options: Options = {}): PlayStep => ({
  name,
  path,
  method: 'POST',
  body,
  ...options,
})

export const put = (name: string, path: string, body: unknown, options: Options = {}): PlayStep => ({
  ...post(name, path, body, options),
  method: 'PUT',
})

export const merge = (name: string, path: string, body: unknown, options: Options = {}): PlayStep => ({
  ...post(name, path, body, options),
  method: 'PATCH',
  headers: typed('application/merge-patch+json'),
})

export const apply = (name: string, path: string, body: unknown, options: Options = {}): PlayStep => ({
  ...post(name, `${path}?fieldManager=play`, body, options),
  method: 'PATCH',
  headers: typed('application/apply-patch+yaml'),
})

export const remove = (name: string, path: string, options: Options = {}): PlayStep => ({
  name,
  path,
  method: 'DELETE',
  ...options,
})

/** A namespace for the play alone. */
export const namespace = (name: string, labels: Readonly<Record<string, string>> = {}): PlayStep =>
  post(`namespace ${name}`, '/api/v1/namespaces', { metadata: { name, labels } }, { settles: true })

/** Path of the core kinds of a namespace. */
export const core = (name: string) => `/api/v1/namespaces/${name}`

export const container = { name: 'c', image: 'x:1' }

export const pod = (name: string, spec: object = {}, metadata: object = {}) => ({
  metadata: { name, ...metadata },
  spec: { containers: [container], ...spec },
})
