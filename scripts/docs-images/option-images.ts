import type { CaptureOptionName } from '../../contract/src/index.ts';

/** Images of the documentation that show one option, or several that belong together. */
export interface OptionImages {
  readonly names: readonly [CaptureOptionName, ...CaptureOptionName[]];
  /** Text that describes the image with the option. */
  readonly alt: string;
  /** Variant of the sample page, `?show=` in its URL. */
  readonly page?: string;
  /** Path of the sample page. Default: `/`. */
  readonly path?: string;
  /** True: shows a part of the page in its own size, where single pixels can be seen. */
  readonly isDetail?: true;
  /** True: the clock of the page runs, because deterministic captures reduce motion. */
  readonly isMoving?: true;
}

/** Images of all options whose effect can be seen on the sample page. */
export const optionImages: readonly OptionImages[] = [
  { names: ['full_page'], alt: 'The whole page, from the header to the footer' },
  {
    names: ['disable_javascript'],
    alt: 'The page without what its scripts write: the time and the nearest café are missing',
  },
  { names: ['retina'], alt: 'Sharp letters', isDetail: true },
  { names: ['emulate_device'], alt: 'The page in its layout for phones' },
  { names: ['width'], alt: 'The page in a wide viewport' },
  { names: ['height'], alt: 'The page in a high viewport, which shows its next part' },
  {
    names: ['omit_background'],
    alt: 'Title and cup on a transparent background',
    page: 'transparent',
  },
  { names: ['freeze_time'], alt: 'The clock of the page shows Monday, June 1, 12:00 PM' },
  {
    names: ['quality'],
    alt: 'Blurred edges and blocks of a JPEG with the quality 10',
    isDetail: true,
  },
  { names: ['device_scale_factor'], alt: 'Sharper letters', isDetail: true },
  {
    names: ['clip_x', 'clip_y', 'clip_width', 'clip_height'],
    alt: 'The part of the page from 200 to 800 pixels below its top',
  },
  {
    names: ['padding'],
    alt: 'The prices with 20 pixels of the page around them',
  },
  {
    names: ['image_fit'],
    alt: 'The image is cropped to its size',
  },
  {
    names: ['image_background'],
    alt: 'Dark bars beside the image',
  },
  {
    names: ['full_page_max_height'],
    alt: 'The page down to 800 pixels',
  },
  { names: ['element_selector'], alt: 'Only the prices' },
  { names: ['inject_css'], alt: 'The page without its header' },
  {
    names: ['inject_js'],
    alt: 'The page with another title',
  },
  { names: ['custom_header'], alt: 'The page greets the user whom the header names' },
  {
    names: ['clean'],
    alt: 'The page without its cookie banner',
    page: 'consent',
  },
  {
    names: ['block_cookie_banners'],
    alt: 'The page without its cookie banner',
    page: 'consent',
  },
  {
    names: ['hide_selectors'],
    alt: 'The page without its promotion and its chat button',
    page: 'promo',
  },
  { names: ['remove_selectors'], alt: 'The page without the overlay above it', page: 'overlay' },
  {
    names: ['mask_selectors'],
    alt: 'A rectangle in the place of the account number',
    page: 'account',
  },
  {
    names: ['mask_color'],
    alt: 'A grey rectangle in the place of the account number',
    page: 'account',
  },
  { names: ['click_selectors'], alt: 'The page after its notice was accepted', page: 'notice' },
  {
    names: ['block_resources'],
    alt: 'The page in a font of the system',
    page: 'font',
    isMoving: true,
  },
  {
    names: ['block_requests'],
    alt: 'The page without the image of a cup',
  },
  { names: ['dark_mode'], alt: 'The page in its dark colors' },
  {
    names: ['reduced_motion'],
    alt: 'The page without its moving stripes',
    page: 'motion',
    isMoving: true,
  },
  { names: ['prefers_contrast'], alt: 'The page in black and white with thick borders' },
  { names: ['forced_colors'], alt: 'The page in the few colors of a high-contrast theme' },
  {
    names: ['reduced_transparency'],
    alt: 'The label “Open today” without transparency',
    page: 'motion',
    isMoving: true,
  },
  { names: ['media_type'], alt: 'The page as it is printed' },
  { names: ['timezone'], alt: 'The clock of the page shows the time of Berlin' },
  { names: ['language'], alt: 'The page in German' },
  { names: ['latitude', 'longitude'], alt: 'The page shows the nearest café in Berlin' },
  { names: ['user_agent'], alt: 'The page says that the browser is Firefox' },
  { names: ['has_touch'], alt: 'The button says “Tap to order”' },
  { names: ['landscape'], alt: 'The page on a phone in landscape' },
  {
    names: ['cookies'],
    alt: 'The page greets the user of the session',
  },
  {
    names: ['basic_auth_user', 'basic_auth_password'],
    alt: 'The page that needs a user name and a password',
    path: '/members',
  },
  { names: ['steps'], alt: 'The page greets the user who was typed', page: 'form' },
  { names: ['scroll_to'], alt: 'The page, scrolled to its prices' },
];
