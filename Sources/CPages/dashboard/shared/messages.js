// The server's messages, as far as the pages use them. This file contains only types and is not served.

/**
 * Lines between landmarks: the name of a color, and pairs of indices.
 *
 * @typedef {{ color: string, pairs: number[] }} LineGroup
 */

/**
 * How landmarks are drawn.
 *
 * @typedef {object} Layout
 * @property {number} parts The parts of the image's width and height in which landmarks are given.
 * @property {Record<string, LineGroup[]>} lines The lines of each kind of landmarks.
 * @property {Record<string, number[]>} details By the label of a part of a person, the landmarks of the
 *   body that it shows in more detail.
 */

/**
 * Landmarks that were found: x and y of each in parts of the image, and visibilities in hundredths.
 *
 * @typedef {object} Item
 * @property {number} id
 * @property {string} [label]
 * @property {number[]} p
 * @property {number[]} [v]
 */

/** @typedef {{ pitch: number, yaw: number }} HeadPose */

/**
 * @typedef {object} DriverSignals
 * @property {boolean} isFacePresent
 * @property {boolean} isUsable
 * @property {number | null} openness
 * @property {number | null} closureSeconds
 * @property {number | null} perclos60
 * @property {{ perMinute: number | null } | null} blinks
 * @property {number} yawns
 * @property {HeadPose | null} head
 * @property {HeadPose | null} relativeHead
 */

/**
 * @typedef {object} DriverState
 * @property {number} fatigueScore
 * @property {number} fatigueLevel
 * @property {boolean} isLevelKnown
 * @property {number} confidence
 * @property {string[]} alerts
 * @property {string | null} sound
 * @property {DriverSignals} signals
 */

/**
 * @typedef {object} Counter
 * @property {"left" | "right" | null} side
 * @property {string} state
 * @property {number} count
 * @property {number | null} value
 */

/**
 * A person who exercises. Everything except the ID is missing if no exercise is followed.
 *
 * @typedef {object} Person
 * @property {number} id
 * @property {number} [count]
 * @property {Counter[]} [counters]
 * @property {number} [hold]
 * @property {number} [bestHold]
 * @property {string[]} [faults]
 * @property {string | null} [missing]
 */

/**
 * Where an image shows people: the share of its pixels, and the box around them.
 *
 * @typedef {{ share: number, box: number[] | null }} Mask
 */

/**
 * The recorded data of a frame; `items` only if requested.
 *
 * @typedef {object} Frame
 * @property {number} t
 * @property {number} [w]
 * @property {number} [h]
 * @property {Item[]} [items]
 * @property {DriverState} [driver]
 * @property {Person[]} [people]
 * @property {Mask[]} [masks]
 * @property {boolean} [starved]
 */

/**
 * The result of a live frame. `items` are missing when the camera's image could not be read.
 *
 * @typedef {Frame & {
 *   dropped: number,
 *   rate: number | null,
 *   stages: Record<string, number>,
 * }} Result
 */

/**
 * @typedef {object} DriverEvent
 * @property {string} event
 * @property {string} phase
 * @property {number} durationMs
 * @property {string | null} [reason]
 * @property {number | null} [fromLevel]
 * @property {number | null} [toLevel]
 */

/**
 * @typedef {object} Repetition
 * @property {"rep"} event
 * @property {number} number
 * @property {number} startMs
 * @property {number} endMs
 * @property {number} peak
 * @property {number} peakMs
 * @property {number} rangeOfMotion
 * @property {Record<string, number | null>} tempo
 * @property {string[]} [faults]
 */

/** @typedef {{ event: "hold", startMs: number, endMs: number }} Hold */

/** @typedef {Repetition | Hold | { event: "other" }} ExerciseEvent */

/**
 * Something that happened, with its sentence in English.
 *
 * @typedef {object} TaskEvent
 * @property {number} t
 * @property {string} text
 * @property {DriverEvent} [driver]
 * @property {ExerciseEvent} [exercise]
 * @property {number} [target]
 * @property {{ rate: number, starved: boolean }} [supply]
 */

/**
 * The facts about an exercise that charts need.
 *
 * @typedef {object} Exercise
 * @property {string} title
 * @property {boolean} perSide
 * @property {"cm" | "°"} unit
 * @property {boolean} isHold
 * @property {number | null} [top]
 * @property {number | null} [bottom]
 * @property {number | null} [low]
 * @property {number | null} [high]
 */

/**
 * The facts about a task that a panel needs.
 *
 * @typedef {{ kind: string, exercise?: Exercise }} Task
 */

/** @typedef {{ what: "recording" | "publishing" | "camera", code: string, text: string }} Problem */

/**
 * @typedef {Task & {
 *   task: string,
 *   model: string | null,
 *   smoothing: string | null,
 *   background: string | null,
 *   phase: string,
 *   problem: string | null,
 *   problems: Problem[],
 * }} State
 */

/** @typedef {{ link: string, fingerprint: string | null, code: string[] | null }} Share */

/**
 * @typedef {object} Greeting
 * @property {string} input
 * @property {number} turns
 * @property {boolean} browserCamera
 * @property {boolean} hasHistory
 * @property {Share | null} share
 * @property {string[]} models
 * @property {string[]} smoothings
 * @property {string[]} backgrounds
 * @property {{ name: string, title: string }[]} exercises
 * @property {State} state
 * @property {TaskEvent[]} events
 */

/** @typedef {Greeting & Layout} Hello */

/**
 * @typedef {{ type: "hello" } & Hello | { type: "state" } & State | { type: "event" } & TaskEvent |
 *   { type: "cameraBusy" }} Message
 */

/** @typedef {{ file: string, isLive: boolean, isRecording: boolean }} FileState */

/**
 * A recorded session. Times are those of its frames, in milliseconds; null without frames.
 *
 * @typedef {object} ListedSession
 * @property {number} id
 * @property {string} task
 * @property {string} input
 * @property {string} program
 * @property {number} began
 * @property {number | null} ended
 * @property {number | null} first
 * @property {number | null} last
 * @property {number} frames
 * @property {number} lost
 * @property {number} events
 * @property {number} bytes
 * @property {number} lostImages
 * @property {boolean} hasReport
 * @property {Exercise} [exercise]
 */

/**
 * @typedef {ListedSession & FileState & Layout & {
 *   kind: string,
 *   settings: Record<string, string> & { turns?: number },
 * }} Session
 */

/** @typedef {FileState & { sessions: ListedSession[] }} SessionList */

export {};
