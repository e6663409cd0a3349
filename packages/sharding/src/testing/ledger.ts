/** Who reconciles what in a simulated fleet, and whether two ever do so at once. */
import type { SimulatedProcess } from './simulated-process.ts'

interface Session {
  readonly process: SimulatedProcess
  isOpen: boolean
}

export class Ledger {
  /** Every session of an object, newest last; only those that are open, and the newest. */
  readonly #sessions = new Map<string, Session[]>()
  readonly violations: string[] = []
  reconciles = 0
  writes = 0

  begin(uid: string, process: SimulatedProcess, now: number): Session {
    const sessions = (this.#sessions.get(uid) ?? []).filter(({ isOpen }) => isOpen)
    for (const other of sessions) {
      // One that stands still does nothing; what it does once it goes on is looked at then.
      if (other.process !== process && other.process.isRunning) {
        this.violations.push(`${now}: ${process.name} began to reconcile ${uid} while ${other.process.name} did`)
      }
    }
    const session = { process, isOpen: true }
    this.#sessions.set(uid, [...sessions, session])
    this.reconciles++
    return session
  }

  end(session: Session): void {
    session.isOpen = false
  }

  /** A write because of a reconcile is carried out. */
  write(uid: string, process: SimulatedProcess, now: number): void {
    this.writes++
    const newest = this.#sessions.get(uid)?.at(-1)
    if (newest !== undefined && newest.process !== process) {
      this.violations.push(
        `${now}: ${process.name} wrote ${uid} after ${newest.process.name} had begun to reconcile it`,
      )
    }
  }
}
