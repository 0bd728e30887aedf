import { area, green, red, type Pattern } from '../pattern.ts';
import { redBox, showsBox } from './site-pages.ts';

/** A video of 16 × 16 px and 150 ms, as a browser records a canvas. */
const video = Buffer.from(
  'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQRChYECGFOAZwH/////////FUmpZpkq17GDD0JATYCGQ2hyb21lV0GGQ2hyb21lFlSua7yuuteBAXPFh2MFjcal3RKDgQFV7oEBhoVWX1ZQOOCdsIEQuoEQU8CBAVWwkFWxgQFVuYECVbqBDVW7gQEfQ7Z1Af/////////ngQCg5qG7gQAAAPACAJ0BKhAAEAAABwiFhYiZhIgBJBATrVAfwB/QEGptsP7E7//QBjm4I//QCP/4kmzromv/EOh1oaampO6BAaWfEAIAnQEqEAAQAAAHCIWFiJmEiAEkEABgawD+/7qDAKDLoaqBAAUAsQEAABAJIADAAYH/oGAGEP7E7//QBjm4I//QCP/4kmzromv/EOh1oZmml+6BAaWS0QEAABAJIADAAMLBf6AAQAAA+4EAoMuhqoEANwCxAQAAEAkgAMABgf+gYAYQ/sTv/9AGObgj/9AI//iSbOuia/8Q6HWhmaaX7oEBpZLRAQAAEAkgAMAAwsF/oABAAAD7gQWgy6GqgQBZALEBAAAQCSAAwAGB/6BgBhD+xO//0AY5uCP/0Aj/+JJs66Jr/xDodaGZppfugQGlktEBAAAQCSAAwADCwX+gAEAAAPuBNw==',
  'base64',
);

const box = '<div id="box"></div>';

/** A page whose box turns green when its script calls `show()`. The file `video.webm` arrives after 600 ms. */
function showsLater(name: string, script: string, body = ''): Pattern {
  return {
    ...showsBox(
      name,
      redBox,
      `${box}${body}<script>const show = () => { document.querySelector('#box').style.background = '${green}'; }; ${script}</script>`,
    ),
    routes: {
      data: { delayMs: 400 },
      'video.webm': { delayMs: 600, type: 'video/webm', body: video },
    },
  };
}

/** Content that depends on a video or a sound. */
export const videos: readonly Pattern[] = [
  {
    ...showsBox(
      'video-inserted-after-a-request',
      `<style>#box{background:${red}}#box.on{background:${green}}video{position:absolute;left:0;top:500px;width:100px}</style>`,
      `${box}<script>fetch('data').then(() => { document.body.insertAdjacentHTML('beforeend', '<video src="video.webm" muted autoplay loop></video>');
        document.querySelector('video').onloadeddata = () => { document.querySelector('#box').className = 'on'; }; })</script>`,
    ),
    viewport: { probes: [area(green, [110, 110, 380, 280])] },
    routes: {
      data: { delayMs: 500 },
      'video.webm': { delayMs: 1500, type: 'video/webm', body: video },
    },
  },
  showsLater(
    'frames-of-a-video-outside-the-document',
    `fetch('data').then(() => { const film = document.createElement('video');
      Object.assign(film, { muted: true, src: 'video.webm' }).requestVideoFrameCallback(show); film.play(); })`,
  ),
  showsLater(
    'hidden-video-that-is-drawn-on-a-canvas',
    `fetch('data').then(() => { document.body.insertAdjacentHTML('beforeend', '<video muted playsinline style="display:none"><source src="video.webm"></video>');
      const film = document.querySelector('video'); film.play().then(() => { document.createElement('canvas').getContext('2d').drawImage(film, 0, 0); show(); }); })`,
  ),
  showsLater(
    'sound-that-a-game-waits-for',
    `fetch('data').then(() => { const sound = document.createElement('audio'); sound.oncanplaythrough = show; sound.src = 'video.webm'; })`,
  ),
  {
    ...showsLater(
      'video-that-is-appended-in-parts',
      `const film = document.querySelector('video'); const source = new MediaSource(); film.onloadeddata = show; film.src = URL.createObjectURL(source);
      const isAppended = (buffer) => new Promise((resolve) => buffer.addEventListener('updateend', resolve, { once: true }));
      source.addEventListener('sourceopen', async () => { const buffer = source.addSourceBuffer('video/webm; codecs="vp8"');
        const bytes = await (await fetch('video.webm')).arrayBuffer(); const headBytes = 143;
        buffer.appendBuffer(bytes.slice(0, headBytes)); await isAppended(buffer);
        setTimeout(async () => { buffer.appendBuffer(bytes.slice(headBytes)); await isAppended(buffer); source.endOfStream(); }, 300); })`,
      '<video muted style="position:absolute;left:0;top:500px;width:100px"></video>',
    ),
    viewport: { probes: [area(green, [110, 110, 380, 280])] },
  },
];
