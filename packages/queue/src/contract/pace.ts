/** Deliberate delays: debounce and the overall rate. */
import { scripts, work } from './stage.ts'

const debounce = scripts('Not early', { debounce: { wait: '100ms', max: '250ms' } }, [
  {
    name: 'waits until a key has not been added for a while',
    play: ['add a', 'pass 60ms', 'add a', 'pass 60ms', 'add a', 'work', 'work', 'pass 1h'],
    got: ['a@220'],
  },
  {
    name: 'does not wait for a key that never comes to rest',
    play: ['work', 'work', 'add a', ...Array.from({ length: 5 }, () => ['pass 60ms', 'add a']).flat(), 'pass 99ms'],
    got: ['a@250'],
  },
  {
    name: 'does not debounce an add that names its time',
    play: ['add a after=0s', 'work', 'add b', 'add b after=20ms', 'work', 'work', 'pass 1h'],
    got: ['a', 'b@20'],
  },
  {
    name: 'does not hold back a key that waits already when it is added once more',
    play: ['add a', 'pass 100ms', 'add a', 'work', 'work', 'pass 1h'],
    got: ['a@100'],
  },
  {
    name: 'debounces a key that was added while running',
    play: ['add a after=0s', 'take', 'add a', 'pass 30ms', 'add a', 'done a', 'work', 'pass 1h'],
    got: ['a', 'a@130'],
  },
  {
    name: 'does not hold back a retry because of events',
    play: ['add a after=0s', 'fail', 'add a', 'work', 'pass 1h'],
    got: ['a', 'a@5'],
  },
])

const rate = scripts('Not early', { rate: { perSecond: 10, burst: 2 } }, [
  {
    name: 'hands out a burst, and then one key at a time',
    play: ['add a', 'add b', 'add c', 'add d', ...work(4), 'pass 1h'],
    got: ['a', 'b', 'c@100', 'd@200'],
  },
  {
    name: 'saves no more than the burst for later',
    play: ['pass 1h', 'add a', 'add b', 'add c', ...work(3), 'pass 1s'],
    got: ['a@3600000', 'b@3600000', 'c@3600100'],
  },
  {
    name: 'chooses the key when it may be handed out, not when the worker asked',
    play: ['add a', 'add b', 'add c', ...work(4), 'pass 50ms', 'add d priority=1', 'pass 1s'],
    got: ['a', 'b', 'd@100', 'c@200'],
  },
  {
    name: 'keeps the rate when more workers come',
    play: ['add a', 'add b', 'add c', 'add d', ...work(3), 'pass 99ms', 'work', 'pass 1h'],
    got: ['a', 'b', 'c@100', 'd@200'],
  },
  {
    name: 'hands out at that rate what waits when the queue closes',
    play: ['add a', 'add b', 'add c', ...work(4), 'close', 'pass 1h'],
    got: ['a', 'b', 'c@100', 'closed@100'],
  },
])

export const pace = [...debounce, ...rate]
