/** A webhook in place of an image in tests: refuses objects with the name `bad`. Its certificate is in the volume `certs`. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'

const { KUBEWRIGHT_VOLUME_CERTS: certs, POD_IP: host } = process.env
const read = (name) => readFileSync(`${certs}/${name}`)
createServer({ key: read('tls.key'), cert: read('tls.crt') }, (request, response) => {
  void answer(request, response)
}).listen(Number(process.argv[2]), host)
process.on('SIGTERM', () => process.exit())

async function answer(request, response) {
  const body = await text(request)
  if (body === '') {
    response.end()
    return
  }
  const { request: asked, ...review } = JSON.parse(body)
  const status = { message: `${process.env.HOSTNAME} says no` }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ ...review, response: { uid: asked.uid, allowed: asked.name !== 'bad', status } }))
}
