/** A simulated home automation hub: the same HTTP interface, with bulbs drawn as text. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Light } from './hub.ts'

export interface SimulatedHub extends AsyncDisposable {
  readonly url: string
  readonly lights: ReadonlyMap<string, Light>
  /** Answers the next request with this status. */
  failNext(status: number): void
}

/** @param draw is called whenever a light changes: `kitchen  ██████░░░░ rgb(153, 153, 153)` */
export async function startSimulatedHub(draw: (line: string) => void): Promise<SimulatedHub> {
  const lights = new Map<string, Light>()
  const failures: number[] = []
  const server = createServer((request, response) => {
    const failure = failures.shift()
    if (failure !== undefined) return void response.writeHead(failure).end('the hub is asleep')
    answer(request, response, (room, light) => {
      if (drawing(lights.get(room)) !== drawing(light)) draw(`${room.padEnd(12)} ${drawing(light)}`)
      if (light === undefined) lights.delete(room)
      else lights.set(room, light)
    }).catch((error: unknown) => response.writeHead(400).end(String(error)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    lights,
    failNext: (status) => void failures.push(status),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  change: (room: string, light: Light | undefined) => void,
): Promise<void> {
  const room = decodeURIComponent(request.url!.replace('/lights/', ''))
  if (request.method === 'DELETE') {
    change(room, undefined)
    return void response.writeHead(204).end()
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const light = JSON.parse(Buffer.concat(chunks).toString()) as Light
  change(room, light)
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ shining: light.on }))
}

function drawing(light: Light | undefined): string {
  if (light === undefined) return `${'░'.repeat(10)} gone`
  const { on, red, green, blue } = light
  const bars = on ? Math.round((Math.max(red, green, blue) / 255) * 10) : 0
  return `${'█'.repeat(bars).padEnd(10, '░')} ${on ? `rgb(${red}, ${green}, ${blue})` : 'off'}`
}
