/** Place of a visitor: languages in order of preference, time zone and position in degrees. */
export interface VisitorLocation {
  readonly label: string;
  readonly language: string;
  readonly timezone: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Places that a capture can emulate with one option. */
export const visitorLocations = {
  amsterdam: {
    label: 'Amsterdam',
    language: 'nl-NL,nl,en',
    timezone: 'Europe/Amsterdam',
    latitude: 52.3676,
    longitude: 4.9041,
  },
  berlin: {
    label: 'Berlin',
    language: 'de-DE,de,en',
    timezone: 'Europe/Berlin',
    latitude: 52.52,
    longitude: 13.405,
  },
  london: {
    label: 'London',
    language: 'en-GB,en',
    timezone: 'Europe/London',
    latitude: 51.5074,
    longitude: -0.1278,
  },
  los_angeles: {
    label: 'Los Angeles',
    language: 'en-US,en',
    timezone: 'America/Los_Angeles',
    latitude: 34.0522,
    longitude: -118.2437,
  },
  madrid: {
    label: 'Madrid',
    language: 'es-ES,es,en',
    timezone: 'Europe/Madrid',
    latitude: 40.4168,
    longitude: -3.7038,
  },
  mumbai: {
    label: 'Mumbai',
    language: 'en-IN,hi,en',
    timezone: 'Asia/Kolkata',
    latitude: 19.076,
    longitude: 72.8777,
  },
  new_york: {
    label: 'New York',
    language: 'en-US,en',
    timezone: 'America/New_York',
    latitude: 40.7128,
    longitude: -74.006,
  },
  paris: {
    label: 'Paris',
    language: 'fr-FR,fr,en',
    timezone: 'Europe/Paris',
    latitude: 48.8566,
    longitude: 2.3522,
  },
  sao_paulo: {
    label: 'São Paulo',
    language: 'pt-BR,pt,en',
    timezone: 'America/Sao_Paulo',
    latitude: -23.5505,
    longitude: -46.6333,
  },
  singapore: {
    label: 'Singapore',
    language: 'en-SG,en,zh',
    timezone: 'Asia/Singapore',
    latitude: 1.3521,
    longitude: 103.8198,
  },
  sydney: {
    label: 'Sydney',
    language: 'en-AU,en',
    timezone: 'Australia/Sydney',
    latitude: -33.8688,
    longitude: 151.2093,
  },
  tokyo: {
    label: 'Tokyo',
    language: 'ja-JP,ja,en',
    timezone: 'Asia/Tokyo',
    latitude: 35.6762,
    longitude: 139.6503,
  },
} as const satisfies Readonly<Record<string, VisitorLocation>>;

/** Name of one of the {@link visitorLocations}. */
export type LocationName = keyof typeof visitorLocations;

/** Names of the {@link visitorLocations}, in order. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
export const locationNames = Object.keys(visitorLocations) as readonly LocationName[];
