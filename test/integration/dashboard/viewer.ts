/** The tables of some topics, as the page would have them. */
import type { StreamEvent } from '@kubewright/dashboard/topics'

export async function look(url: string, ...topics: string[]) {
  const stop = new AbortController()
  const query = topics.map((topic) => `topic=${encodeURIComponent(topic)}`).join('&')
  const response = await fetch(`${url}api/v1/stream?${query}`, { signal: stop.signal })
  const tables = new Map<string, Map<string, unknown>>(topics.map((topic) => [topic, new Map()]))
  const problems = new Map<string, string>()
  const whole = new Set<string>()
  const take = (event: StreamEvent) => {
    if (event.type === 'problem') {
      if (event.message === null) problems.delete(event.topic)
      else problems.set(event.topic, event.message)
    }
    if (event.type === 'snapshot') {
      whole.add(event.topic)
      tables.set(event.topic, new Map(event.entries))
    }
    if (event.type !== 'change') return
    for (const [key, value] of event.set) tables.get(event.topic)!.set(key, value)
    for (const key of event.removed) tables.get(event.topic)!.delete(key)
  }
  const reading = (async () => {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const events = text.split('\n\n')
      text = events.pop()!
      for (const event of events) take(JSON.parse(event.split('data: ')[1]!) as StreamEvent)
    }
  })().catch(() => undefined)
  const leave = async () => {
    stop.abort()
    await reading
  }
  return {
    table: (topic: string) => [...tables.get(topic)!.values()],
    entry: (topic: string, key: string) => tables.get(topic)!.get(key),
    keys: (topic: string) => [...tables.get(topic)!.keys()],
    problem: (topic: string) => problems.get(topic),
    isWhole: (topic: string) => whole.has(topic),
    [Symbol.asyncDispose]: leave,
  }
}
