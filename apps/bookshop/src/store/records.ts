export interface Author {
  id: number;
  name: string;
  country: string;
  bornYear: number;
  diedYear: number | null;
}

export interface Category {
  slug: string;
  name: string;
}

export type BookFormat = "paperback" | "hardcover" | "ebook" | "audiobook";

export interface Book {
  id: number;
  title: string;
  authorId: number;
  categories: string[];
  format: BookFormat;
  priceCents: number;
  publishedYear: number;
  isbn: string | null;
  stock: number;
  description: string | null;
  /** False for a title that only the staff can find and read. */
  isListed: boolean;
  /** Counts the changes; the ETag is derived from it. */
  version: number;
  createdAt: string;
  modifiedAt: string;
}

export interface Review {
  id: number;
  bookId: number;
  customerId: number;
  rating: number;
  text: string;
  createdAt: string;
}

export interface Reservation {
  id: string;
  bookId: number;
  customerId: number;
  quantity: number;
  /** The number of further polls that return `pending`. */
  pollsLeft: number;
  createdAt: string;
}

export type AlertStatus = "waiting" | "paused" | "sent";

/** A customer who waits for a book that is not in stock. */
export interface StockAlert {
  status: AlertStatus;
  id: number;
  bookId: number;
  customerId: number;
  callbackUrl: string;
  createdAt: string;
}

/** Something that a customer would like the shop to have. */
export interface CustomerWish {
  id: number;
  customerId: number;
  text: string;
  createdAt: string;
}

export type CustomerRole = "customer" | "admin";

export interface Customer {
  id: number;
  email: string;
  name: string;
  role: CustomerRole;
  passwordSalt: string;
  passwordHash: string;
  createdAt: string;
}

export interface LineItem {
  bookId: number;
  title: string;
  quantity: number;
  unitPriceCents: number;
}

export interface Address {
  name: string;
  street: string;
  city: string;
  postalCode: string;
  country: string;
}

export type OrderStatus = "pending" | "paid" | "cancelled";
export type PaymentMethod = "card" | "invoice";

export interface Order {
  id: number;
  customerId: number;
  status: OrderStatus;
  /** An order of former years, which the list omits. */
  isArchived: boolean;
  items: LineItem[];
  shipTo: Address;
  paymentMethod: PaymentMethod | null;
  createdAt: string;
  paidAt: string | null;
  cancelledAt: string | null;
}

export interface OauthClient {
  id: string;
  secret: string;
  scopes: readonly string[];
}
