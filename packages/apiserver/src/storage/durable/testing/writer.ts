/**
 * A process that writes objects into a data directory until it is killed, and prints each attempt (`try`) and each
 * acknowledgement (`ack`) to its standard output. Its arguments are the directory and a seed.
 */
import { writeSync } from 'node:fs'
import { randomInt, seededRandom } from '@kubewright/core/random'
import { Store } from '../../store.ts'
import { openDataDirectory } from '../data-directory.ts'
import { bodyOf } from './written-object.ts'

const [path = '', seed = '1', limit = 'Infinity'] = process.argv.slice(2)
const random = seededRandom(Number(seed))
const { journal } = await openDataDirectory(path)
const store = new Store({ journal, labelsOf: () => undefined })
const pods = store.collection('pods')

/** Returns when the line is in the pipe, where it survives the end of this process. */
function say(line: string): void {
  for (;;) {
    try {
      writeSync(1, `${line}\n`)
      return
    } catch (error) {
      // The pipe is full: busy-wait, since any asynchronous wait would let other work run.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}

function change(): string {
  const key = `default/pod-${randomInt(random, 40)}`
  const current = pods.read(key)
  const isRemoval = current !== undefined && randomInt(random, 4) === 0
  const encode = (revision: number) => ({ text: bodyOf(key, revision), labels: undefined })
  const { revision } = isRemoval ? pods.remove(key, current.revision, encode) : pods.put(key, current?.revision, encode)
  return `${key} ${revision} ${isRemoval ? 'removed' : 'put'}`
}

say('ready')
for (let round = 0; round < Number(limit); round++) {
  const changes = Array.from({ length: 1 + randomInt(random, 8) }, change)
  for (const one of changes) say(`try ${one}`)
  try {
    await store.settled()
    for (const one of changes) say(`ack ${one}`)
  } catch (error) {
    for (const one of changes) say(`refused ${one}`)
    say(`error ${(error as Error).message}`)
  }
}
await store[Symbol.asyncDispose]()
