/**
 * Runs a function for keys: each key once at a time, so many keys at once as allowed, and again after a failure, later each time.
 * A key that is added while it runs is run once more afterwards.
 */
const firstDelayMs = 5
const lastDelayMs = 60_000

export class KeyedQueue {
  #work
  #concurrency
  #waiting = new Set()
  #running = new Set()
  /** Added while they ran. */
  #again = new Set()
  #failures = new Map()
  #isPaused = true

  constructor(concurrency, work) {
    this.#concurrency = concurrency
    this.#work = work
  }

  add(key) {
    if (this.#running.has(key)) this.#again.add(key)
    else this.#waiting.add(key)
    this.#fill()
  }

  /** Nothing runs before. */
  start() {
    this.#isPaused = false
    this.#fill()
  }

  #fill() {
    if (this.#isPaused) return
    for (const key of this.#waiting) {
      if (this.#running.size >= this.#concurrency) return
      this.#waiting.delete(key)
      this.#running.add(key)
      void this.#run(key)
    }
  }

  async #run(key) {
    try {
      await this.#work(key)
      this.#failures.delete(key)
    } catch (error) {
      this.#retryLater(key, error)
    }
    this.#running.delete(key)
    if (this.#again.delete(key)) this.#waiting.add(key)
    this.#fill()
  }

  #retryLater(key, error) {
    const failures = (this.#failures.get(key) ?? 0) + 1
    this.#failures.set(key, failures)
    const delay = Math.min(firstDelayMs * 2 ** (failures - 1), lastDelayMs)
    console.error(`cannot reconcile ${key}, attempt ${failures}, next in ${delay} ms: ${error}`)
    setTimeout(() => this.add(key), delay)
  }
}
