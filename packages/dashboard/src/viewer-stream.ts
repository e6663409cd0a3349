/** A viewer's single connection: server-sent events of one or more topics. */
import type { ServerResponse } from 'node:http'
import type { Clock } from '@kubewright/core'
import { every } from './collecting.ts'
import { formatEvent, type ServerInfo, type StreamEvent } from './stream-event.ts'
import type { TopicHub } from './topic-hub.ts'

export const aliveEveryMs = 4_000
/** Back-pressure limit: a viewer that does not read is disconnected; on reconnect a snapshot is smaller than the backlog. */
const mostUnread = 64 * 1_024 * 1_024

export interface StreamOptions {
  readonly hub: TopicHub
  readonly clock: Clock
  readonly topics: readonly string[]
  readonly server: ServerInfo
}

/** Ends with the response. */
export function streamTopics(response: ServerResponse, { hub, clock, topics, server }: StreamOptions): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
  const send = (event: StreamEvent) => {
    if (response.writableLength > mostUnread) response.destroy()
    else response.write(formatEvent(event))
  }
  send({ type: 'hello', server })
  const following = topics.map((topic) => hub.follow(topic, send))
  const alive = every(clock, aliveEveryMs, () => send({ type: 'alive', at: clock.now() }))
  response.once('close', () => {
    alive[Symbol.dispose]()
    for (const one of following) one[Symbol.dispose]()
  })
}
