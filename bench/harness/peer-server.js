/** Starts the server in a process of its own and knows how to reach it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import selfsigned from 'selfsigned'

const usual = new URL('./server.js', import.meta.url)

/** `events`: how many a watch brings. `program`: the server to start, if not the one beside this file. */
export async function startServer({ objects = 10_000, events = 100_000, program = usual } = {}) {
  const { private: key, cert } = await selfsigned.generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  })
  const child = fork(fileURLToPath(program), [String(objects)], {
    env: { ...process.env, BENCH_TLS: JSON.stringify({ key, cert }), BENCH_EVENTS: String(events) },
  })
  const [{ port }] = await once(child, 'message')
  const ask = async (question) => {
    child.send(question)
    return (await once(child, 'message'))[0]
  }
  return {
    env: { BENCH_SERVER: `https://127.0.0.1:${port}`, BENCH_CA: cert },
    /** Adds to a run the number of connections it opened. */
    countConnections: async (run) => {
      await ask('reset')
      const numbers = await run()
      return { ...numbers, ...(await ask('connections')) }
    },
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}
