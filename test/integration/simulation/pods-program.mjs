/** A program in place of an image in tests: its first argument selects its behaviour. */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [what, ...rest] = process.argv.slice(2)
const address = process.env.POD_IP

const programs = {
  /** Serves its variables and files; is ready after a request for /open. */
  serve(port = '8080') {
    let isOpen = process.env.OPEN !== 'false'
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url, 'http://pod')
      if (pathname === '/open') isOpen = true
      if (pathname === '/close') isOpen = false
      if (pathname === '/ready') response.statusCode = isOpen ? 200 : 503
      if (pathname === '/env') return response.end(JSON.stringify(process.env))
      if (pathname === '/args') return response.end(JSON.stringify(rest))
      if (pathname === '/read') return response.end(readFileSync(searchParams.get('path'), 'utf8'))
      if (pathname === '/write') writeFileSync(searchParams.get('path'), searchParams.get('text'))
      response.end(process.env.HOSTNAME)
    })
    server.listen(Number(port), address, () => console.log(`listening on ${address}:${port}`))
    process.on('SIGTERM', () => {
      console.log('stopping')
      server.close()
      server.closeAllConnections()
    })
  },
  /** Fails at once. */
  crash() {
    console.error('no good')
    process.exitCode = 3
  },
  /** Prints its arguments, and succeeds. */
  say(...words) {
    console.log(words.join(' '))
  },
  /** Ignores SIGTERM, and has a child that does, too. */
  stubborn() {
    process.on('SIGTERM', () => console.log('no'))
    const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'])
    console.log(`child ${child.pid}`)
    createServer().listen(0, address) // keeps it alive
  },
}

programs[what](...rest)
