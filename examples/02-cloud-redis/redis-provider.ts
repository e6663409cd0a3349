/** The Redis operations of a cloud. Changes are asynchronous: a call returns once accepted, and `find` reports the progress. */

export interface InstanceSize {
  readonly memorySizeGb: number
  readonly tier: 'BASIC' | 'STANDARD_HA'
}

export interface RedisInstance extends InstanceSize {
  readonly id: string
  /** `CREATING`, `READY`, `UPDATING`, `DELETING`, or another state of the cloud. */
  readonly state: string
  /** The uid of the owning object. */
  readonly owner: string
  readonly location: string
  readonly createdAt: string
  /** Set once the instance is ready. */
  readonly host?: string
  readonly port?: number
}

export interface RedisProvider {
  find(name: string, signal: AbortSignal): Promise<RedisInstance | undefined>
  create(name: string, owner: string, size: InstanceSize, signal: AbortSignal): Promise<void>
  resize(name: string, memorySizeGb: number, signal: AbortSignal): Promise<void>
  delete(name: string, signal: AbortSignal): Promise<void>
}
