"""OGraf packages: graphics that play without this service."""
