/** What a cloud can do with Redis instances. Every change is asynchronous: it is accepted, and `find` tells how far it is. */

export interface InstanceSize {
  readonly memorySizeGb: number
  readonly tier: 'BASIC' | 'STANDARD_HA'
}

export interface RedisInstance extends InstanceSize {
  readonly id: string
  /** `CREATING`, `READY`, `UPDATING`, `DELETING`, and whatever else a cloud knows. */
  readonly state: string
  /** Whoever asked for it: the uid of an object. */
  readonly owner: string
  readonly location: string
  readonly createdAt: string
  /** Known once it is ready. */
  readonly host?: string
  readonly port?: number
}

export interface RedisProvider {
  find(name: string, signal: AbortSignal): Promise<RedisInstance | undefined>
  create(name: string, owner: string, size: InstanceSize, signal: AbortSignal): Promise<void>
  resize(name: string, memorySizeGb: number, signal: AbortSignal): Promise<void>
  delete(name: string, signal: AbortSignal): Promise<void>
}
