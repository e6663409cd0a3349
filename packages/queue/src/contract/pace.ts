/** Deliberate delays: debounce and the overall rate. */
import { scripts, work } from './stage.ts'

const debounce = scripts('Not early', { debounce: { wait: '100ms', max: '250ms' } }, [
  {
    name: 'debounce: waits until a key has not been added for the wait',
    play: ['add a', 'pass 60ms', 'add a', 'pass 60ms', 'add a', 'work', 'work', 'pass 1h'],
    got: ['a@220'],
  },
  {
    name: 'debounce: hands out a key that is added all the time after the maximum',
    play: ['work', 'work', 'add a', ...Array.from({ length: 5 }, () => ['pass 60ms', 'add a']).flat(), 'pass 99ms'],
    got: ['a@250'],
  },
  {
    name: 'debounce: does not apply to an add with an explicit delay',
    play: ['add a after=0s', 'work', 'add b', 'add b after=20ms', 'work', 'work', 'pass 1h'],
    got: ['a', 'b@20'],
  },
  {
    name: 'debounce: does not hold back a key that is already waiting',
    play: ['add a', 'pass 100ms', 'add a', 'work', 'work', 'pass 1h'],
    got: ['a@100'],
  },
  {
    name: 'debounce: applies to a key that was added while running',
    play: ['add a after=0s', 'take', 'add a', 'pass 30ms', 'add a', 'done a', 'work', 'pass 1h'],
    got: ['a', 'a@130'],
  },
  {
    name: 'debounce: events do not postpone a retry',
    play: ['add a after=0s', 'fail', 'add a', 'work', 'pass 1h'],
    got: ['a', 'a@5'],
  },
])

const rate = scripts('Not early', { rate: { perSecond: 10, burst: 2 } }, [
  {
    name: 'rate: hands out a burst, then keys at the rate',
    play: ['add a', 'add b', 'add c', 'add d', ...work(4), 'pass 1h'],
    got: ['a', 'b', 'c@100', 'd@200'],
  },
  {
    name: 'rate: saves no more tokens than the burst',
    play: ['pass 1h', 'add a', 'add b', 'add c', ...work(3), 'pass 1s'],
    got: ['a@3600000', 'b@3600000', 'c@3600100'],
  },
  {
    name: 'rate: chooses the key when the token is available, not when the worker asked',
    play: ['add a', 'add b', 'add c', ...work(4), 'pass 50ms', 'add d priority=1', 'pass 1s'],
    got: ['a', 'b', 'd@100', 'c@200'],
  },
  {
    name: 'rate: holds for any number of workers',
    play: ['add a', 'add b', 'add c', 'add d', ...work(3), 'pass 99ms', 'work', 'pass 1h'],
    got: ['a', 'b', 'c@100', 'd@200'],
  },
  {
    name: 'rate: holds for waiting keys after the queue was closed',
    play: ['add a', 'add b', 'add c', ...work(4), 'close', 'pass 1h'],
    got: ['a', 'b', 'c@100', 'closed@100'],
  },
])

export const pace = [...debounce, ...rate]
